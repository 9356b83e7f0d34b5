/** Returns the error codes in an answer of `/trpc`, of a single call or a batch. Leaves the body readable. */
export async function readErrorCodes(answer: Response): Promise<unknown[]> {
  const body: unknown = JSON.parse(await answer.clone().text());
  const codes: unknown[] = [];
  JSON.stringify(body, (key: string, value: unknown) => {
    if (key === 'errorCode') codes.push(value);
    return value;
  });
  return codes;
}
