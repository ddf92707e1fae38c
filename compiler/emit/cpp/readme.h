// The README of an emitted folder: what the model has, how to build it, how to embed it.
#pragma once

#include <string>

#include "compiler/emit/cpp/project.h"

namespace frix::emit::cpp {

std::string readme(const ProjectModel& about);

}  // namespace frix::emit::cpp
