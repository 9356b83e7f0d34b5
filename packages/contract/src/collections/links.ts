/** Returns the address of a collection's page. */
export const toCollectionUrl = (origin: string, id: string): string => `${origin}/coleccion/${id}`;
