import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** What a screen can do without: when the network does not bring it, the rest of the screen goes on as if there were none. */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn('A part of the screen could not be loaded', error);
      return { default: () => null };
    }
  });
}
