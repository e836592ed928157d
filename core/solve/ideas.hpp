#pragma once

namespace inarow {

/// What the solver knows beyond plain search: each can be switched off, to be measured.
struct Ideas {
    bool following = true;  // bounds from always answering in the same column
    bool zugzwang = true;   // bounds from a threat that the other side must give way to at last
    bool transposition_cuts = true;  // look all children up before any is searched
    bool threat_order = true;        // try the moves that make the best threats first
    bool mirror = true;              // a position and its mirror image are one
    bool near_table = true;  // endgames in a table of their own that stays in the CPU's cache
    bool short_ends = true;  // ask for quick wins and losses now and then, whatever else is asked
};

}  // namespace inarow
