/**
 * Returns the environment of a program that a test starts: none of the settings of this machine. With the cache of compiled
 * code, the program starts in half the time.
 */
export const bareEnvironment = (variables: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...variables,
});
