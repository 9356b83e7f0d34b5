/** The variables that middleware sets for the routes. */
export type AppEnv = { Variables: { requestId: string } };
