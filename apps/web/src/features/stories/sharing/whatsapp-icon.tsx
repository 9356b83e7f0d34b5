/** A telephone in a bubble; lucide-react has no icons of brands. */
export function WhatsappIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2.99 16.34a2 2 0 0 1 .1 1.17l-1.07 3.29a1 1 0 0 0 1.24 1.17l3.41-1a2 2 0 0 1 1.1.09 10 10 0 1 0-4.78-4.72" />
      <path
        strokeWidth={1.6}
        d="M15.9 14.6v1a1.3 1.3 0 0 1-1.4 1.3 8 8 0 0 1-7.4-7.4A1.3 1.3 0 0 1 8.4 8h1.05a.7.7 0 0 1 .7.58l.3 1.35a.7.7 0 0 1-.2.65l-.7.65a5.6 5.6 0 0 0 2.7 2.7l.65-.7a.7.7 0 0 1 .65-.2l1.35.3a.7.7 0 0 1 .6.7z"
      />
    </svg>
  );
}
