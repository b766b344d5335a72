#pragma once

/// How many blocks of memory the calling thread has asked for so far; -1 where that cannot be counted.
long allocation_count(void);
