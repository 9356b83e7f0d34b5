import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const createIcon = fileURLToPath(new URL('../src/ui/create-icon.ts', import.meta.url));

/**
 * Has the icons of lucide-react made by our own `createIcon`: theirs brings a context, names and sizes that nothing here
 * uses, and is more than 1 kB of what every first visit loads.
 */
export const plainIcons = (): Plugin => ({
  name: 'plain-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react') ? createIcon : null,
});
