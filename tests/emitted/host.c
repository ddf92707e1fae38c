/* A host program as users write it, in C, that checks what it gets: the exit code is the number of the first check that
 * failed. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frix_model.h"

static int checks = 0;
static void check(int right, const char* what) {
  ++checks;
  if (right) return;
  fprintf(stderr, "check %d failed: %s\n", checks, what);
  exit(checks);
}
#define CHECK(condition) check(condition, #condition)

enum { STEPS = 200 };

/* Pushes the block and writes where it is after each step. */
static void* push_block(void* positions) {
  double* x = positions;
  frix_simulator* s = frix_create();
  int i;
  frix_set_input(s, 0, 8);
  for (i = 0; i < STEPS; ++i) {
    frix_step(s, 1e-3);
    x[i] = frix_get_output(s, 0);
  }
  frix_destroy(s);
  return NULL;
}

static void check_model(void) {
  CHECK(strcmp(frix_name(), "PushedBlock") == 0);
  CHECK(frix_default_step() == 1e-3 && frix_default_duration() == 0.5);
  CHECK(frix_position_count() == 7 && frix_velocity_count() == 6);
  CHECK(frix_input_count() == 1 && frix_parameter_count() == 1 && frix_output_count() == 3);
  CHECK(strcmp(frix_input_name(0), "push") == 0 && strcmp(frix_input_unit(0), "N") == 0);
  CHECK(strcmp(frix_parameter_name(0), "mu") == 0 && frix_parameter_default(0) == 0.5);
  CHECK(strcmp(frix_output_name(1), "v") == 0 && strcmp(frix_output_unit(1), "m/s") == 0);
  CHECK(frix_find_output("contact") == 2 && frix_find_output("nothing") == -1);
  CHECK(frix_find_input("push") == 0 && frix_find_input("mu") == -1 && frix_find_parameter("mu") == 0);
  CHECK(frix_output_name(3) == NULL && frix_input_name(-1) == NULL && frix_parameter_unit(7) == NULL);
}

static void check_errors(frix_simulator* s) {
  const double not_a_number = strtod("nan", NULL);
  double q[7], v[6];
  CHECK(strcmp(frix_last_error(s), "") == 0);
  CHECK(frix_step(s, 0) == FRIX_BAD_ARGUMENT && strstr(frix_last_error(s), "longer than 0 s") != NULL);
  CHECK(frix_step(s, not_a_number) == FRIX_BAD_ARGUMENT);
  CHECK(frix_set_input(s, 1, 0) == FRIX_BAD_ARGUMENT);
  CHECK(frix_set_input(s, 0, not_a_number) == FRIX_BAD_ARGUMENT && strstr(frix_last_error(s), "push") != NULL);
  CHECK(isnan(frix_get_output(s, 3)));
  memcpy(q, frix_positions(s), sizeof q);
  memcpy(v, frix_velocities(s), sizeof v);
  v[2] = not_a_number;
  CHECK(frix_set_state(s, 0, q, v) == FRIX_BAD_ARGUMENT);
  CHECK(frix_step(NULL, 1e-3) == FRIX_BAD_ARGUMENT);
  frix_destroy(NULL);

  /* a step that fails leaves the state as it was */
  CHECK(frix_set_parameter(s, 0, -1) == FRIX_OK);
  CHECK(frix_step(s, 1e-3) == FRIX_STEP_FAILED && strstr(frix_last_error(s), "is not a number") != NULL);
  CHECK(frix_time(s) == 0 && memcmp(q, frix_positions(s), sizeof q) == 0);
  CHECK(frix_set_parameter(s, 0, 0.5) == FRIX_OK && frix_step(s, 1e-3) == FRIX_OK);
  CHECK(frix_reset(s) == FRIX_OK && frix_time(s) == 0 && memcmp(q, frix_positions(s), sizeof q) == 0);
}

static void check_checkpoints(frix_simulator* s, const double* x) {
  frix_simulator* other = frix_create();
  size_t size, i;
  char* bytes;
  int step;
  CHECK(frix_set_input(s, 0, 8) == FRIX_OK && frix_get_input(s, 0) == 8 && frix_get_input(other, 0) == 0);
  for (step = 0; step < STEPS / 2; ++step) CHECK(frix_step(s, 1e-3) == FRIX_OK && frix_get_output(s, 0) == x[step]);
  size = frix_save_state(s, NULL, 0);
  bytes = malloc(size);
  CHECK(size > 0 && frix_save_state(s, bytes, size) == size);
  CHECK(frix_load_state(other, bytes, size - 1) == FRIX_BAD_STATE);
  CHECK(frix_load_state(other, NULL, 0) == FRIX_BAD_STATE);
  for (i = 0; i < size; i += 5) {
    bytes[i] = (char)(bytes[i] ^ 4);
    CHECK(frix_load_state(other, bytes, size) == FRIX_BAD_STATE && frix_time(other) == 0);
    bytes[i] = (char)(bytes[i] ^ 4);
  }
  CHECK(frix_load_state(other, bytes, size) == FRIX_OK && frix_get_input(other, 0) == 8);
  CHECK(frix_time(other) == frix_time(s) && frix_get_output(other, 2) == frix_get_output(s, 2));
  for (; step < STEPS; ++step) CHECK(frix_step(other, 1e-3) == FRIX_OK && frix_get_output(other, 0) == x[step]);
  free(bytes);
  frix_destroy(other);
}

int main(void) {
  double first[STEPS], second[STEPS];
  pthread_t thread;
  frix_simulator* s = frix_create();
  CHECK(s != NULL);
  check_model();
  check_errors(s);

  /* two simulators at once, each in its thread */
  pthread_create(&thread, NULL, push_block, first);
  push_block(second);
  pthread_join(thread, NULL);
  CHECK(memcmp(first, second, sizeof first) == 0 && first[STEPS - 1] > 0.01);

  check_checkpoints(s, first);
  frix_destroy(s);
  printf("%d checks\n", checks);
  return 0;
}
