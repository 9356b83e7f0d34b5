/** What the middleware of the app leaves for its routes. */
export type AppEnv = { Variables: { requestId: string } };
