import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';

/** A chunk of its own: the first load of the community has no room for it, and nothing moves when it comes. */
export const PersonMenu = lazyOptional(async () => (await import('./person-menu.tsx')).PersonMenu);
