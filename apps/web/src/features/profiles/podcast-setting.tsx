import { toFeedUrl } from '@relato/contract/profiles/feed-url';
import { trpc } from '../../lib/calls/trpc.ts';
import { podcastsText } from '../../messages/podcasts.ts';
import { Switch } from '../../ui/fields/switch.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { CopyFeed } from './copy-feed.tsx';

/** The switch for the user's own podcast, with its address. It changes at once, and reverts if saving fails. */
export function PodcastSetting({ username }: { readonly username: string }) {
  const utils = trpc.useUtils();
  const { data: profile } = trpc.profiles.me.useQuery();
  const show = (podcast: boolean) =>
    utils.profiles.me.setData(undefined, (known) => known && { ...known, podcast });
  const save = trpc.profiles.setPodcast.useMutation({
    onMutate: ({ podcast }) => show(podcast),
    onError: (_error, { podcast }) => {
      show(!podcast);
      showToast({ title: podcastsText.errors.save, tone: 'destructive' });
    },
    // Also after an error: the answer may be lost, and the change made.
    onSettled: () => utils.profiles.invalidate(),
  });
  return (
    <section className="mt-5">
      <Switch
        label={podcastsText.publish}
        hint={podcastsText.publishHint}
        checked={profile?.podcast ?? true}
        busy={!profile || save.isPending}
        onChange={(podcast) => save.mutate({ podcast })}
      />
      {/* The button keeps its place while the profile loads, so that nothing moves under a finger. */}
      <div className="mt-2.5">
        <CopyFeed
          variant="secondary"
          disabled={!profile?.podcast}
          url={toFeedUrl(location.origin, username)}
        />
      </div>
    </section>
  );
}
