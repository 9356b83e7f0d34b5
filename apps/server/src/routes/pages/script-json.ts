/** Writes JSON that cannot end a script element: `</script` and `<!--` need a `<`, which JSON only has inside of texts. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
