/* A compiled Frix model in a program of yours: create simulators, step them, read their outputs.
 *
 * The functions without a simulator are about the model; they can be called at any time. Simulators share nothing that
 * changes: any number of them may live in one process, each used by one thread at a time. No function throws or prints.
 * SI units, as the model's names say ("N", "m/s"); angles are in radians.
 */
#ifndef FRIX_MODEL_H
#define FRIX_MODEL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct frix_simulator frix_simulator;

typedef enum frix_status {
  FRIX_OK = 0,
  FRIX_BAD_ARGUMENT, /* nothing has changed */
  FRIX_STEP_FAILED,  /* the state is that of the beginning of the step; a smaller one may succeed */
  FRIX_BAD_STATE,    /* a checkpoint that does not fit; nothing has changed */
  FRIX_NO_MEMORY     /* destroy the simulator, or load a state */
} frix_status;

/* ---- the model ---- */

const char* frix_name(void);
double frix_default_step(void);     /* s, as the model's simulate block says */
double frix_default_duration(void); /* s */
int frix_position_count(void);
int frix_velocity_count(void);

/* What has no such index or name is NULL, 0 or -1. */
int frix_parameter_count(void);
const char* frix_parameter_name(int parameter);
const char* frix_parameter_unit(int parameter);
double frix_parameter_default(int parameter);
int frix_find_parameter(const char* name);

int frix_input_count(void);
const char* frix_input_name(int input);
const char* frix_input_unit(int input);
double frix_input_default(int input);
int frix_find_input(const char* name);

int frix_output_count(void);
const char* frix_output_name(int output);
const char* frix_output_unit(int output);
int frix_find_output(const char* name);

/* ---- a simulator ---- */

/* At time 0, in the model's initial state. NULL: out of memory. */
frix_simulator* frix_create(void);
void frix_destroy(frix_simulator* simulator); /* NULL is fine */

/* Parameters and inputs keep what they are set to, also over a reset. They act from the next step on. */
frix_status frix_set_parameter(frix_simulator* simulator, int parameter, double value);
frix_status frix_set_input(frix_simulator* simulator, int input, double value);
double frix_get_parameter(const frix_simulator* simulator, int parameter);
double frix_get_input(const frix_simulator* simulator, int input);

/* Back to time 0 and the initial state, as before the first step. */
frix_status frix_reset(frix_simulator* simulator);

/* One step of length h > 0, in s. */
frix_status frix_step(frix_simulator* simulator, double h);

double frix_time(const frix_simulator* simulator);

/* Accelerations, efforts and contact forces are those of the last step, and 0 before the first. NaN: no such output. */
double frix_get_output(frix_simulator* simulator, int output);

/* Arrays of frix_position_count() and frix_velocity_count() numbers; valid until the simulator is destroyed. */
const double* frix_positions(const frix_simulator* simulator);
const double* frix_velocities(const frix_simulator* simulator);
/* Another state, as before the first step. */
frix_status frix_set_state(frix_simulator* simulator, double time, const double* positions, const double* velocities);

/* A checkpoint of everything that the run depends on, also parameters and inputs. A simulator of the same model that
 * loads it goes on bit for bit. The bytes are the same on every machine, so they may go into a file.
 * Writes at most `capacity` bytes to `buffer`, and returns the size that is needed; 0: out of memory. */
size_t frix_save_state(frix_simulator* simulator, void* buffer, size_t capacity);
frix_status frix_load_state(frix_simulator* simulator, const void* checkpoint, size_t size);

/* What went wrong in the last call that failed: when, where, why. "" if none did. */
const char* frix_last_error(const frix_simulator* simulator);

#ifdef __cplusplus
}
#endif
#endif
