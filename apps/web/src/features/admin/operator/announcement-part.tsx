import { limits } from '@relato/contract/limits';
import { checkAnnouncement } from '@relato/contract/settings/rules';
import type { SetAnnouncement } from '@relato/contract/settings/types';
import { countCharacters, toStoredText } from '@relato/contract/text/rules';
import { useRef, useState, type FormEvent } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { errorText } from '../../../messages/errors.ts';
import { operatorText } from '../../../messages/operator/overview.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { endAnnouncing, readUnannounced, storeUnannounced, type Unannounced } from './unannounced.ts';
import { Panel } from './panel.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const { announcement: text } = operatorText;

/** The announcement that all users read, and the form for another one, which stays filled until it is announced. */
export function AnnouncementPart() {
  const settings = trpc.settings.get.useQuery();
  const current = settings.data?.announcement;
  return (
    <Panel title={text.title}>
      {settings.isError && !settings.data && <QueryFailure title={text.loadFailed} query={settings} />}
      {current && <Current announcement={current} />}
      <AnnouncementForm replaces={current?.id ?? null} />
    </Panel>
  );
}

/** Shows the failure of a change. After an answer that was lost or an error of the server, the change may have been made all the same, and the text says so. */
const tellFailure = (title: string, error: unknown) =>
  showToast({
    ...(isTransientError(error) ? text.unclear : { title, text: toErrorText(error) }),
    tone: 'destructive',
  });

function Current({ announcement }: { readonly announcement: SetAnnouncement }) {
  const utils = trpc.useUtils();
  const end = trpc.settings.endAnnouncement.useMutation({
    onSuccess: () => showToast({ title: text.removed }),
    onError: (error) => tellFailure(text.notRemoved, error),
    onSettled: () => utils.settings.invalidate(),
  });
  const { id, hasEnded, until } = announcement;
  return (
    <div ref={keepFocus} className="mb-4 grid justify-items-start gap-2 rounded-field bg-sunken px-3.5 py-3">
      <Badge tone={hasEnded ? 'quiet' : 'leaf'}>{hasEnded ? text.ended : text.shown}</Badge>
      <p dir="auto" className="wrap-anywhere">
        {announcement.text}
      </p>
      <p className="text-sm text-muted">{text.lastDay(until)}</p>
      <Button size="small" variant="outline" busy={end.isPending} onClick={() => end.mutate({ id })}>
        {text.end}
      </Button>
    </div>
  );
}

/** `replaces` is the current announcement, which the next one replaces. */
function AnnouncementForm({ replaces }: { readonly replaces: string | null }) {
  const [{ words, until }, setInput] = useState(readUnannounced);
  const [isMissing, setMissing] = useState(false);
  const [dayError, setDayError] = useState<string>();
  const day = useRef<HTMLInputElement>(null);
  const change = (changed: Partial<Unannounced>) => {
    const input = { words, until, ...changed };
    storeUnannounced(input);
    setInput(input);
  };
  const refuseDay = (error: string) => {
    setDayError(error);
    day.current?.focus();
  };
  const utils = trpc.useUtils();
  const announce = trpc.settings.announce.useMutation({
    onSuccess: (_answer, sent) => {
      showToast({ title: text.done, text: text.lastDay(sent.until ?? null) });
      setInput(endAnnouncing({ words: sent.text, until: sent.until ?? '' }));
    },
    onError: (error) => {
      if (getErrorCode(error) === 'ANNOUNCEMENT_PAST') refuseDay(errorText.ANNOUNCEMENT_PAST);
      else tellFailure(text.failed, error);
    },
    onSettled: () => utils.settings.invalidate(),
  });
  const refusal = checkAnnouncement(words);
  // The error for an empty text shows only after the first attempt to send.
  const isSaid = refusal !== null && (refusal !== 'ANNOUNCEMENT_REQUIRED' || isMissing);
  const left = limits.announcement.maxLength - countCharacters(toStoredText(words));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (announce.isPending) return;
    setMissing(refusal !== null);
    setDayError(undefined);
    // A partly typed date has no value: the announcement would be stored without an end.
    if (day.current?.validity.badInput) refuseDay(text.incomplete);
    else if (refusal === null) announce.mutate({ text: words, until: until === '' ? null : until, replaces });
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <TextArea
        label={text.text}
        hint={text.left(left)}
        error={isSaid ? errorText[refusal] : undefined}
        value={words}
        onChange={({ target }) => {
          change({ words: target.value });
          setMissing(false);
        }}
      />
      <TextField
        ref={day}
        type="date"
        label={text.until}
        labelPlace="above"
        error={dayError}
        value={until}
        onChange={({ target }) => {
          change({ until: target.value });
          setDayError(undefined);
        }}
      />
      <Button type="submit" busy={announce.isPending}>
        {text.set}
      </Button>
    </form>
  );
}
