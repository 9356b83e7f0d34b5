import type { PublicSettings } from '@relato/contract/settings/types';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { CommentsBlock } from '../features/comments/public.ts';
import { preloadSearchParts } from '../features/stories/feed/search-parts.ts';
import { trpc } from '../lib/calls/trpc.ts';
import { lazyPart } from '../lib/lazy/lazy-part.tsx';

// The screens that are parts of a route. The router loads whole routes itself.
export const LandingScreen = lazyPart(async () => (await import('./landing-screen.tsx')).LandingScreen);
const loadRecorder = async () => import('../features/recordings/recorder-screen.tsx');
export const RecorderScreen = lazyPart(async () => (await loadRecorder()).RecorderScreen);
export const StoryScreen = lazyPart(async () => {
  const [{ StoryScreen: Screen }] = await Promise.all([
    import('../features/stories/story/story-screen.tsx'),
    CommentsBlock.preload(),
  ]);
  return Screen;
});

/** Loads the screen of the current address, so that the first render shows it. */
export async function preloadScreen(queryClient: QueryClient): Promise<void> {
  const { pathname, search } = location;
  const settings = queryClient.getQueryData<PublicSettings>(
    getQueryKey(trpc.settings.public, undefined, 'query'),
  );
  const address = new URLSearchParams(search);
  if (address.get('story')) await StoryScreen.preload();
  else if (address.get('q') ?? address.get('ver')) await preloadSearchParts();
  // The rest loads meanwhile, because a user who opens the recorder soon presses its button; a failure shows then.
  else if (pathname === '/record') void (await loadRecorder()).preloadEngine().catch(() => undefined);
  else if (pathname === '/')
    await (settings?.flags.recordOnly === false ? LandingScreen : RecorderScreen).preload();
}
