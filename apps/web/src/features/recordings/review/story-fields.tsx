import { errorText } from '../../../messages/errors.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Track } from '../../player/public.ts';
import { TagEditor } from '../../stories/public.ts';
import { MissingTranscript, TranscriptField } from '../../transcription/public.ts';
import type { Delivery } from './review-state.ts';
import { checkForm, type FormEvent, type StoryForm } from './story-form.ts';

interface StoryFieldsProps {
  readonly form: StoryForm;
  readonly delivery: Delivery;
  /** The track whose words light up. */
  readonly track: Track | null;
  readonly onChange: (event: FormEvent) => void;
  readonly onRetryTranscription: () => void;
}

/** The fields for title, transcript and tags. */
export function StoryFields({ form, delivery, track, onChange, onRetryTranscription }: StoryFieldsProps) {
  const refusals = checkForm(form);
  return (
    <div className="mt-3 mb-[calc(0.75rem+var(--mini))] flex flex-col gap-3">
      <TextField
        label={recorderReviewText.title}
        labelPlace="above"
        placeholder={recorderReviewText.titlePlaceholder}
        value={form.title}
        error={refusals.title && errorText[refusals.title]}
        dir="auto"
        required
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => onChange({ type: 'title-changed', title: event.target.value })}
      />
      <TranscriptField
        transcript={form.transcript}
        error={refusals.transcript && errorText[refusals.transcript]}
        track={track}
        onChange={onChange}
      >
        <MissingTranscript progress={delivery} onRetry={onRetryTranscription} />
      </TranscriptField>
      <div className="my-0.5">
        <TagEditor tags={form.tags} onChange={(tags) => onChange({ type: 'tags-changed', tags })} />
      </div>
    </div>
  );
}
