import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { storiesText } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

const pauseMs = 300;

interface SearchBoxProps {
  /** The current search. */
  readonly search: string;
  /** True until the answer to the current search has arrived. */
  readonly isSearching: boolean;
  readonly onSearch: (search: string) => void;
}

/**
 * Searches when typing pauses, and after the last search was answered: a slow server gets one search at a time, and then the
 * latest text. Clearing the box needs no search, and does not wait.
 */
export function SearchBox({ search, isSearching, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // The value changed elsewhere: the back button, a link. An echo of our own change leaves the input alone.
    if (search !== sent) {
      setSent(search);
      setText(search);
    }
  }

  const wanted = text.trim();
  const mayAsk = !isSearching || wanted === '';
  const typedAt = useRef(-pauseMs);
  const send = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === sent || !mayAsk) return;
    // A text that was typed during a long wait is sent at once.
    const timer = setTimeout(send, typedAt.current + pauseMs - performance.now());
    return () => clearTimeout(timer);
  }, [wanted, sent, mayAsk]);

  return (
    <search className="min-w-[min(100%,12rem)] flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          typedAt.current = -pauseMs;
          if (wanted !== sent && mayAsk) send();
        }}
      >
        <TextField
          type="search"
          label={storiesText.search}
          labelPlace="hidden"
          placeholder={storiesText.search}
          before={<Search aria-hidden="true" />}
          after={text === '' ? undefined : <ClearButton onClear={() => setText('')} />}
          enterKeyHint="search"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            typedAt.current = performance.now();
            setText(event.target.value);
          }}
        />
      </form>
    </search>
  );
}

function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <IconButton
      label={storiesText.clearSearch}
      icon={<X />}
      className="text-muted"
      onClick={({ currentTarget: { form } }) => {
        // The button disappears with the text; the phone keeps its keyboard.
        form?.querySelector('input')?.focus();
        onClear();
      }}
    />
  );
}
