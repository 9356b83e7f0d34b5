const toCall = (path: string, input: object): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

/**
 * The requests that show a public story to a visitor, but for the page of its link, which needs a build of the web app.
 */
const places: Readonly<Record<string, (id: string, url: string) => string>> = {
  audio: (id) => `/audio/${id}`,
  'embedded player': (id) => `/embed/${id}`,
  // The address that a server without PUBLIC_URL takes for its own.
  oembed: (id, url) =>
    `/oembed?url=${encodeURIComponent(`http://localhost:${new URL(url).port}/?story=${id}`)}`,
  preview: (id) => `/preview/${id}-abc.png`,
  story: (id) => toCall('stories.byId', { id }),
};

/** Repeats the request while the server is too busy to answer it. */
async function read(address: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(address);
  const text = await answer.text();
  return answer.status === 503 ? read(address) : { status: answer.status, text };
}

/** Asks a server as a visitor for everything that shows a story. */
export async function listShown(
  url: string,
  id: string,
): Promise<{ readonly shown: string[]; readonly missing: string[] }> {
  const shown: string[] = [];
  const missing: string[] = [];
  const note = (place: string, isShown: boolean): void => void (isShown ? shown : missing).push(place);
  for (const [place, toPath] of Object.entries(places)) {
    note(place, (await read(url + toPath(id, url))).status !== 404);
  }
  note('feed', (await read(url + toCall('stories.feed', {}))).text.includes(id));
  return { shown, missing };
}
