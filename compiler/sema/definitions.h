// The named values of a model: who declares what, and what it means when it is first used.
#pragma once

#include "compiler/sema/session.h"

namespace frix::sema {

// Enters all declarations of the file and of the model in the table of names, and the values from outside.
void collect_symbols(Session& session, const syntax::File& file, const syntax::ModelDecl& model,
                     const std::vector<Override>& overrides);

// Works out a unit of the model (`unit furlong = 201.168 m;`) when it is first used.
void declare_unit_if_needed(Session& session, const syntax::Identifier& name);

// Works out all values that nothing has used yet, so that their errors are found too.
void check_definitions(Session& session);

}  // namespace frix::sema
