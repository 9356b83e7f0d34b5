const heights = ['h-[7px]', 'h-[15px]', 'h-[18px]', 'h-[10px]'];

export function WaveLogo({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-display text-[1.4375rem] font-[640] tracking-[-0.02em]">
      <span aria-hidden="true" className="inline-flex h-[18px] items-center gap-[2.5px]">
        {heights.map((height) => (
          <span
            key={height}
            className={`w-[3.5px] rounded-[3px] bg-voice forced-colors:bg-[CanvasText] ${height}`}
          />
        ))}
      </span>
      {name}
    </span>
  );
}
