interface Paged<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Follows the pages of a list to the end. */
export async function readPages<Item>(
  read: (cursor: string | null) => Promise<Paged<Item>>,
): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await read(cursor);
    pages.push(page.items);
    ({ nextCursor: cursor } = page);
    if (cursor === null) return pages;
  }
}
