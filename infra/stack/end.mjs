// Ends the process that loads it.
process.exit(0);
