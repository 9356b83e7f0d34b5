import { checkMutedWord } from '@relato/contract/blocks/rules';
import { toStoredText } from '@relato/contract/text/rules';
import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { isFolded } from '../../lib/folded-stories.ts';
import { QueryFailure } from '../../lib/paging/load-failure.tsx';
import { withoutSent } from '../../lib/without-sent.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { blocksText } from '../../messages/account/blocks.ts';
import { errorText } from '../../messages/errors.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { stopHearing } from '../player/public.ts';
import { keepFocus } from '../../lib/layout/keep-focus.ts';

const { title, hint, field, add, remove } = blocksText.words;

export function MutedWords() {
  const utils = trpc.useUtils();
  const words = trpc.blocks.words.useQuery();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const onSettled = () => utils.blocks.words.invalidate();
  const mute = trpc.blocks.muteWord.useMutation({
    onSuccess: (_answer, { word }) => {
      setText((typed) => withoutSent(typed, word));
      stopHearing((story) => isFolded([word], story));
    },
    onError: (refused) => setError(toErrorText(refused)),
    onSettled,
  });
  const unmute = trpc.blocks.unmuteWord.useMutation({
    onError: (refused) =>
      showToast({ title: blocksText.errors.action, text: toErrorText(refused), tone: 'destructive' }),
    onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mute.isPending) return;
    const word = toStoredText(text);
    const code = checkMutedWord(word);
    setError(code === null ? undefined : errorText[code]);
    if (code === null) mute.mutate({ word });
  };
  return (
    <section className="mt-5">
      <h3 className="font-ui text-sm font-[650] text-muted">{title}</h3>
      <p className="mt-1 mb-3">{hint}</p>
      <form noValidate className="flex items-start gap-2" onSubmit={submit}>
        <TextField
          label={field}
          error={error}
          className="min-w-0 flex-1"
          dir="auto"
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="secondary" className="w-auto! shrink-0" busy={mute.isPending}>
          {add}
        </Button>
      </form>
      {words.isError && words.data === undefined && (
        <QueryFailure title={blocksText.errors.load} query={words} />
      )}
      <ul tabIndex={-1} aria-label={title} className="mt-3 flex flex-wrap gap-2">
        {words.data?.map((word) => (
          <li
            key={word}
            ref={keepFocus}
            className="flex min-w-0 items-center rounded-pill border border-line pl-3.5"
          >
            <bdi className="truncate text-sm font-semibold">{word}</bdi>
            <IconButton label={remove(word)} icon={<X />} onClick={() => unmute.mutate({ word })} />
          </li>
        ))}
      </ul>
    </section>
  );
}
