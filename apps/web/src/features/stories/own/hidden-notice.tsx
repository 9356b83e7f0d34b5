import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { noticesText } from '../../../messages/bell/appeals.ts';

export function HiddenNotice({ reason, isOwn }: { readonly reason: string | null; readonly isOwn: boolean }) {
  return (
    <div className="mb-3 rounded-field bg-sunken px-3.5 py-2.5 text-sm">
      <p className="flex items-center gap-2 font-[650] [&_svg]:size-4.5">
        <EyeOff aria-hidden="true" />
        {noticesText.hidden}
      </p>
      <p dir="auto" className="mt-0.5 wrap-anywhere">
        {reason ?? noticesText.hiddenWithoutReason}
      </p>
      {isOwn && (
        <Link
          to="/avisos"
          search={{}}
          className="touch relative mt-1 inline-flex min-h-8 items-center font-[650] text-voice-strong underline"
        >
          {noticesText.readAndAppeal}
        </Link>
      )}
    </div>
  );
}
