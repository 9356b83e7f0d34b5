import { toSubject } from '@relato/contract/stories/rules';
import type { StoryReason, StorySummary } from '@relato/contract/stories/types';
import { forMeText, toReasonText } from '../../../messages/stories/for-me.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useLeaveOut } from './use-leave-out.ts';

interface ReasonProps {
  readonly story: StorySummary;
  readonly reason: StoryReason;
}

/** Explains in one line why 'Para ti' offers a story. */
export function Reason({ story, reason }: ReasonProps) {
  return (
    <p className="mb-2 h-5 truncate text-sm text-muted">{toReasonText(reason, toAuthorName(story.author))}</p>
  );
}

interface NotForMeProps {
  readonly story: StorySummary;
  readonly onDone: () => void;
}

/** More subjects would push the choices about the author off the screen. */
const shownSubjects = 3;

/** Returns the tags that can be left out. The reason for offering the story comes first. */
function listSubjects({ tags, reason }: StorySummary): readonly string[] {
  const isReason = (tag: string) => reason?.kind === 'subject' && toSubject(tag) === toSubject(reason.name);
  return [...new Set([...tags.filter(isReason), ...tags])].slice(0, shownSubjects);
}

/** The choices for a story that does not interest the user. Each removes the story at once. */
export function NotForMe({ story, onDone }: NotForMeProps) {
  const leave = useLeaveOut(onDone);
  const { author } = story;
  const name = toAuthorName(author);
  return (
    <section aria-label={forMeText.notForMe.story} className="mt-5">
      <Button
        variant="secondary"
        busy={leave.isPending}
        onClick={() => leave.mutate({ kind: 'story', id: story.id, name: story.title })}
      >
        {forMeText.notForMe.story}
      </Button>
      <p className="mt-2 mb-2.5 text-muted">{forMeText.notForMe.text}</p>
      <div className="flex flex-wrap gap-2">
        {author && (
          <Button
            variant="secondary"
            size="small"
            busy={leave.isPending}
            onClick={() => leave.mutate({ kind: 'author', id: author.id, name })}
          >
            {forMeText.notForMe.author(name)}
          </Button>
        )}
        {listSubjects(story).map((tag) => (
          <Button
            key={tag}
            variant="secondary"
            size="small"
            className="max-w-full wrap-anywhere"
            busy={leave.isPending}
            onClick={() => leave.mutate({ kind: 'subject', id: tag, name: tag })}
          >
            {forMeText.notForMe.subject(tag)}
          </Button>
        ))}
      </div>
    </section>
  );
}
