import type { ComponentProps, ReactNode } from 'react';
import { fieldClass, useField, type FieldTexts, FieldMessage } from './field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'>, FieldTexts {
  /** `inside` floats the label in the box, `above` leaves room for a placeholder, `hidden` is for search boxes. */
  readonly labelPlace?: 'inside' | 'above' | 'hidden';
  /** Reserves room for a message that appears while the user types. */
  readonly keepsLine?: boolean;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

export function TextField({
  label,
  error,
  hint,
  labelPlace = 'inside',
  keepsLine = false,
  before,
  after,
  className = '',
  placeholder,
  ...rest
}: TextFieldProps) {
  const { id, messageId, control } = useField({ error, hint });
  const inside = labelPlace === 'inside';
  return (
    <div className={className}>
      {labelPlace === 'above' && (
        <label htmlFor={id} className="mb-1.5 block text-sm font-[650]">
          {label}
        </label>
      )}
      <div className="relative">
        {before !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-muted [&_svg]:size-5">
            {before}
          </span>
        )}
        <input
          {...rest}
          {...control}
          aria-label={labelPlace === 'hidden' ? label : undefined}
          placeholder={inside ? ' ' : placeholder}
          className={`peer ${fieldClass} h-13 ${inside ? 'pt-5 pb-1' : ''} ${before === undefined ? '' : 'pl-11'} ${after === undefined ? '' : 'pr-13'}`}
        />
        {inside && (
          <label
            htmlFor={id}
            className={`pointer-events-none absolute top-1.5 left-[0.97rem] origin-left truncate text-xs text-muted transition-all peer-placeholder-shown:top-[0.9rem] peer-placeholder-shown:text-base peer-focus:top-1.5 peer-focus:text-xs ${after === undefined ? 'right-3.5' : 'right-13'}`}
          >
            {label}
          </label>
        )}
        {after !== undefined && (
          <span className="absolute inset-y-0 right-1 grid place-items-center">{after}</span>
        )}
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} keepsLine={keepsLine} />
    </div>
  );
}
