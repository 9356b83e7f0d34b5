/** JSON that ends no script element: `</script` and `<!--` need a `<`, which JSON has only inside of texts. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
