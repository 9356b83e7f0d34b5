import { serveRelato } from './serve-relato.ts';

/** As `npm start -- --demo`: with a community in it. For Playwright, as its global setup. */
export default async (): Promise<() => Promise<void>> => serveRelato(['--demo']);
