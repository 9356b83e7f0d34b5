import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/button.tsx';
import { useOutdated } from '../lazy/missing-part.ts';

/** Offers the newer program when the server has one; what is being done now can be finished first. */
export function UpdateNotice() {
  const isOutdated = useOutdated();
  return (
    <output className="block">
      {isOutdated && (
        <span className="mb-3 flex items-center justify-between gap-3 rounded-field bg-sunken px-3.5 py-2 text-[0.875rem] font-[560]">
          {shellText.update.text}
          <Button size="small" className="w-auto! shrink-0" onClick={() => location.reload()}>
            {shellText.update.reload}
          </Button>
        </span>
      )}
    </output>
  );
}
