// Diagnostics as text: for people (rich), for editors and logs (compact), for programs (JSON).
#pragma once

#include <string>

#include "compiler/source/diagnostics.h"
#include "compiler/source/source_file.h"

namespace frix {

// Several lines, the last one ended by '\n': message, place, the source lines with carets under the ranges and the
// words of their labels, notes, help, and the line as the fix would leave it.
//
//   error[E0203]: cannot add a time to a length
//    --> arm.frix:3:17
//     |
//   3 |   let v = 3 m + 2 s;
//     |           ---   ^^^ this is a time
//     |           |
//     |           this is a length
//     = help: ...
std::string render_rich(const Diagnostic& diagnostic, const Sources& sources, bool colour);

// "arm.frix:3:17: error[E0203]: cannot add a time to a length", without a line end.
std::string render_compact(const Diagnostic& diagnostic, const Sources& sources);

// One JSON object on one line, without a line end:
// {"code","name","severity","message","span","label","labels":[{"span","text"}],"notes":[],"help",
//  "fix":{"span","replacement"}}; a span is {"file","begin":{"line","column"},"end":{"line","column"}} with a half-open
// range of columns in code points from 1, or null when it is unknown; "fix" is null when there is none.
std::string render_json(const Diagnostic& diagnostic, const Sources& sources);

}  // namespace frix
