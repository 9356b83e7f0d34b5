import { firstDataId, type FirstData } from '@relato/contract';
import { useTestApp, type TestUser } from './test-app.ts';
import { useWebDir } from './web-dir.ts';

/** The templates of the placeholder in index.html. */
const templates = [
  ['community', 'Comunidad'],
  ['microphone', 'Grabar'],
  ['recorder', 'Listo'],
  ['landing', 'Cuenta'],
  ['feed', 'Busca'],
  ['card', '<h2>{title}</h2>\n<p>{text}</p>'],
]
  .map(([name, html]) => `<template data-start="${name}"><i>${html}</i></template>`)
  .join('');

const [shell, stories] = [{ file: 'assets/shell-1.js' }, { file: 'assets/stories-2.js' }];
const files = {
  'index.html': `<!doctype html><html><head><style>p{}</style><script src="/assets/shell-1.js"></script></head><body>$& $1${templates}</body></html>`,
  'first-load.json': JSON.stringify({
    '/': [shell],
    '/record': [shell, { file: 'assets/engine-3.js', isNext: true }],
    '/search': [shell, stories],
    '/?story=': [shell, stories],
  }),
};

type Headers = Readonly<Record<string, string>>;
const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
export const cookieOf = ({ token }: TestUser) => ({ cookie: `relato_session=${token}` });

/** Serves the pages of a small web app during the tests of a file. `open` requests one as a browser does. */
export function servePages(getOptions: Parameters<typeof useTestApp>[0] = () => ({})) {
  const webDir = useWebDir(files);
  const test = useTestApp(() => ({ ...getOptions(), webDir }));
  const open = (path: string, headers: Headers = {}, app = test.app) =>
    app.request(path, { headers: { ...navigation, ...headers } });
  return { test, webDir, open };
}

const blockPattern = new RegExp(`<script type="application/json" id="${firstDataId}">([^<]*)</script>`, 'u');

interface Answer {
  readonly result?: { readonly data: { readonly json: unknown } };
}

/** Returns the answers in a page by their procedure, with undefined for a refused call. Null for a page without data. */
export function readData(html: string): Readonly<Record<string, unknown>> | null {
  const block = blockPattern.exec(html)?.[1];
  if (block === undefined) return null;
  const data = JSON.parse(block) as readonly FirstData[]; // as the page is to hold it
  return Object.fromEntries(
    data.flatMap(
      ({ calls, answers }) =>
        calls.map(({ path }, index) => [path, (answers[index] as Answer).result?.data.json]), // answers of /trpc
    ),
  );
}
