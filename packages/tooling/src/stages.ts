/** The arguments of `turbo run` for the static part of the tests. */
export const staticChecks: readonly string[] = [
  'typecheck',
  'lint',
  'format:check',
  'unused',
  'structure',
  'imports',
  'policies',
  'specification',
  'licences',
  '--output-logs=errors-only',
  '--continue',
];

/** Prints the output task by task, and continues after a failure. Tests of three packages at once wait less for each other. */
export const testOptions: readonly string[] = [
  '--output-logs=new-only',
  '--log-order=grouped',
  '--concurrency=3',
  '--continue',
];
