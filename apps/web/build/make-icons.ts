// Draws the icons of the installed app from public/icons/icon.svg: node build/make-icons.ts
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const folder = new URL('../public/icons/', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');

/** The sign fills four fifths of a plain icon. Systems cut up to a tenth off each side of a maskable one. */
const icons = [
  { file: 'icon-192.png', size: 192, zoom: 1.2 },
  { file: 'icon-512.png', size: 512, zoom: 1.2 },
  { file: 'maskable-512.png', size: 512, zoom: 1 },
  { file: 'apple-touch-180.png', size: 180, zoom: 1.15 },
] as const;

const { RELATO_CHROMIUM: executablePath } = process.env;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { file, size, zoom } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;overflow:hidden;background:#fbf6ef"><div style="width:${size}px;scale:${zoom}">${svg}</div>`,
  );
  await writeFile(new URL(file, folder), await page.screenshot());
}
await browser.close();
