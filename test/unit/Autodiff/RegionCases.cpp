//===- RegionCases.cpp - Rules of loops, branches and checkpoint regions ----===//
#include "RuleCases.h"

using namespace remattest;

/// A loop of `rounds` rounds that carries `carried` beside its counter %i, a scalar of i32; its
/// results are %r#1, %r#2, … `body` ends with `names` defined as the next values of `carried`.
/// `types` are those of `carried`, separated by commas.
static std::string loop(int rounds, const std::string &carried, const std::string &types,
                        const std::string &arguments, const std::string &body,
                        const std::string &next, int count) {
  std::string all = "tensor<i32>, " + types;
  return "%begin = remat.constant dense<0> : tensor<i32>\n"
         "%one = remat.constant dense<1> : tensor<i32>\n"
         "%r:" +
         std::to_string(count + 1) + " = remat.while(%begin, " + carried + ") : (" + all +
         ") -> (" + all +
         ") cond {\n"
         "^bb0(%i: tensor<i32>, " +
         arguments + "):\n%n = remat.constant dense<" + std::to_string(rounds) +
         "> : tensor<i32>\n"
         "%c = remat.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
         "remat.yield %c : tensor<i1>\n} do {\n"
         "^bb0(%i: tensor<i32>, " +
         arguments + "):\n" + body +
         "\n%j = remat.add %i, %one : tensor<i32>\n"
         "remat.yield %j, " +
         next + " : " + all + "\n}\n";
}

/// A loop over one vector %a of four elements.
static std::string vectorLoop(int rounds, const std::string &body) {
  return loop(rounds, "%x0", "T(4)", "%a: T(4)", body, "%b", 1) + "%y = remat.negate %r#1 : T(4)";
}

static std::vector<RuleCase> checkpointCases() {
  auto region = [](const std::string &attributes) {
    return "%y = remat.checkpoint(%x0, %x1) " + attributes + R"( : (T(4), T(4)) -> T(4) {
      ^bb0(%a: T(4), %b: T(4)):
        %1 = remat.sine %a {remat.name = "wave"} : T(4)
        %2 = remat.multiply %1, %b : T(4)
        %3 = remat.exponential %2 : T(4)
        remat.yield %3 : T(4)
      })";
  };
  return {
      {"checkpoint", {"4", "4"}, "4", region("")},
      {"checkpoint_without_barrier", {"4", "4"}, "4", region("{prevent_cse = false}")},
      {"checkpoint_everything_saveable",
       {"4", "4"},
       "4",
       region("{policy = \"everything_saveable\"}")},
      {"checkpoint_save_names", {"4", "4"}, "4", region("{policy = \"save_names:wave\"}")},
      {"checkpoint_nested", {"4"}, "4", R"(%y = remat.checkpoint(%x0) : (T(4)) -> T(4) {
      ^bb0(%a: T(4)):
        %1 = remat.sine %a : T(4)
        %2 = remat.checkpoint(%1) : (T(4)) -> T(4) {
        ^bb0(%b: T(4)):
          %3 = remat.cosine %b : T(4)
          %4 = remat.checkpoint(%3, %b) : (T(4), T(4)) -> T(4) {
          ^bb0(%c: T(4), %d: T(4)):
            %5 = remat.sine %c : T(4)
            %6 = remat.multiply %5, %d : T(4)
            remat.yield %6 : T(4)
          }
          remat.yield %4 : T(4)
        }
        %7 = remat.sine %2 : T(4)
        remat.yield %7 : T(4)
      })"},
      // One value is two inputs, one result is an input, and one result is not used.
      {"checkpoint_inputs_repeated", {"4"}, "4", R"(
      %0:3 = remat.checkpoint(%x0, %x0) : (T(4), T(4)) -> (T(4), T(4), T(4)) {
      ^bb0(%a: T(4), %b: T(4)):
        %1 = remat.sine %a : T(4)
        %2 = remat.multiply %1, %b : T(4)
        %3 = remat.exponential %a : T(4)
        remat.yield %2, %b, %3 : T(4), T(4), T(4)
      }
      %y = remat.multiply %0#0, %0#1 : T(4))"},
      {"checkpoint_inputs_repeated_without_barrier", {"4"}, "4", R"(
      %y = remat.checkpoint(%x0, %x0) {prevent_cse = false} : (T(4), T(4)) -> T(4) {
      ^bb0(%a: T(4), %b: T(4)):
        %1 = remat.sine %a : T(4)
        %2 = remat.multiply %1, %b : T(4)
        remat.yield %2 : T(4)
      })"},
  };
}

static std::vector<RuleCase> branchCases() {
  return {
      // One of the two branches on each side runs, whatever the sign is. The value of `mixed` is
      // read in one branch only.
      {"if", {"4", ""}, "4", R"(
      %nought = remat.constant dense<0.0> : S
      %p = remat.compare LT, %x1, %nought : (S, S) -> tensor<i1>
      %q = remat.not %p : tensor<i1>
      %mixed = remat.sine %x0 : T(4)
      %0 = remat.if(%p) : (tensor<i1>) -> T(4) {
        %1 = remat.exponential %x0 : T(4)
        %2 = remat.multiply %1, %mixed : T(4)
        remat.yield %2 : T(4)
      } else {
        remat.yield %x0 : T(4)
      }
      %3 = remat.if(%q) : (tensor<i1>) -> T(4) {
        %1 = remat.exponential %x0 : T(4)
        %2 = remat.multiply %1, %mixed : T(4)
        remat.yield %2 : T(4)
      } else {
        %4 = remat.constant dense<2.0> : T(4)
        remat.yield %4 : T(4)
      }
      %y = remat.multiply %0, %3 : T(4))"},
      // Round i runs branch i; the last one also runs for 3, which there is not.
      {"case_in_loop", {"4", "4"}, "4", vectorLoop(4, R"(
      %b = remat.case(%i) : (tensor<i32>) -> T(4) {
        %1 = remat.sine %a : T(4)
        remat.yield %1 : T(4)
      }, {
        %1 = remat.multiply %a, %x1 : T(4)
        remat.yield %1 : T(4)
      }, {
        %1 = remat.cosine %x1 : T(4)
        %2 = remat.add %1, %a : T(4)
        remat.yield %2 : T(4)
      })")},
  };
}

static std::vector<RuleCase> loopCases() {
  return {
      {"loop", {"4"}, "4", vectorLoop(5, "%b = remat.sine %a : T(4)")},
      {"loop_of_one_round", {"4"}, "4", vectorLoop(1, "%b = remat.sine %a : T(4)")},
      {"loop_of_no_round", {"4"}, "4", vectorLoop(0, "%b = remat.sine %a : T(4)")},
      {"loop_captures", {"4", "4"}, "4", vectorLoop(3, R"(%1 = remat.sine %a : T(4)
        %b = remat.multiply %1, %x1 : T(4))")},
      // Slices of an array that does not change, backwards, and a stack of results.
      {"loop_scans",
       {"4", "3x4"},
       "3x4",
       "%fnull = remat.constant dense<0.0> : T(3x4)\n" +
           loop(3, "%x0, %x1, %fnull", "T(4), T(3x4), T(3x4)", "%a: T(4), %w: T(3x4), %s: T(3x4)",
                R"(%two = remat.constant dense<2> : tensor<i32>
        %k = remat.subtract %two, %i : tensor<i32>
        %part = remat.dynamic_slice %w, %k, %begin {slice_sizes = array<i64: 1, 4>} : (T(3x4), tensor<i32>, tensor<i32>) -> T(1x4)
        %v = remat.reshape %part : (T(1x4)) -> T(4)
        %1 = remat.multiply %a, %v : T(4)
        %b = remat.sine %1 : T(4)
        %2 = remat.exponential %b : T(4)
        %u = remat.reshape %2 : (T(4)) -> T(1x4)
        %t = remat.dynamic_update_slice %s, %u, %i, %begin : (T(3x4), T(1x4), tensor<i32>, tensor<i32>) -> T(3x4))",
                "%b, %w, %t", 3) +
           "%y = remat.sine %r#3 : T(3x4)"},
      // Values change places, so that both are varied although one argument is; the second counter
      // steps by -2.
      {"loop_swaps",
       {"4"},
       "4",
       "%five = remat.constant dense<5> : tensor<i32>\n%ones = remat.constant dense<1.5> : T(4)\n" +
           loop(4, "%x0, %ones, %five", "T(4), T(4), tensor<i32>",
                "%a: T(4), %o: T(4), %m: tensor<i32>",
                R"(%1 = remat.sine %a : T(4)
        %2 = remat.convert %m : (tensor<i32>) -> S
        %3 = remat.broadcast_in_dim %2 {broadcast_dimensions = array<i64>} : (S) -> T(4)
        %4 = remat.multiply %1, %3 : T(4)
        %b = remat.multiply %4, %o : T(4)
        %down = remat.constant dense<-2> : tensor<i32>
        %l = remat.add %m, %down : tensor<i32>)",
                "%o, %b, %l", 3) +
           "%y = remat.multiply %r#1, %r#2 : T(4)"},
      {"loop_in_loop", {"4", "4"}, "4", vectorLoop(3, R"(
        %s:2 = remat.while(%begin, %a) : (tensor<i32>, T(4)) -> (tensor<i32>, T(4)) cond {
        ^bb0(%k: tensor<i32>, %d: T(4)):
          %n = remat.constant dense<2> : tensor<i32>
          %c = remat.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          remat.yield %c : tensor<i1>
        } do {
        ^bb0(%k: tensor<i32>, %d: T(4)):
          %1 = remat.sine %d : T(4)
          %2 = remat.multiply %1, %x1 : T(4)
          %3 = remat.add %2, %a : T(4)
          %4 = remat.add %k, %one : tensor<i32>
          remat.yield %4, %3 : tensor<i32>, T(4)
        }
        %b = remat.cosine %s#1 : T(4))")},
      {"loop_of_checkpoints", {"4", "4"}, "4", vectorLoop(3, R"(
        %b = remat.checkpoint(%a, %x1) : (T(4), T(4)) -> T(4) {
        ^bb0(%d: T(4), %w: T(4)):
          %1 = remat.sine %d : T(4)
          %2 = remat.multiply %1, %w : T(4)
          %3 = remat.exponential %2 : T(4)
          remat.yield %3 : T(4)
        })")},
      {"checkpoint_of_loop",
       {"4"},
       "4",
       R"(%y = remat.checkpoint(%x0) : (T(4)) -> T(4) {
      ^bb0(%z: T(4)):
        %first = remat.sine %z : T(4)
        )" +
           loop(3, "%first", "T(4)", "%a: T(4)", "%b = remat.sine %a : T(4)", "%b", 1) +
           "remat.yield %r#1 : T(4)\n}"},
  };
}

std::vector<RuleCase> remattest::regionCases() {
  std::vector<RuleCase> cases = checkpointCases();
  for (const std::vector<RuleCase> &more : {branchCases(), loopCases()})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}
