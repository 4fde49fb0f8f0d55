import pg from 'pg';

/** Parses counts and byte sums as numbers: they stay far below 2^53, where a double is exact. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
