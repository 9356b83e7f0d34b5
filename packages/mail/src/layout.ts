import { escapeMarkup } from '@relato/contract/text/markup';

/** The texts of a mail, as plain text that the layout escapes. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  readonly link: string;
  /** A small note at the end, for a recipient who did not cause the mail. */
  readonly note: string;
  /** Lists of links below the paragraphs. */
  readonly lists?: readonly MailList[];
  /** A second link in the note, for ending such mails. */
  readonly leave?: { readonly text: string; readonly link: string };
}

interface MailList {
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** Renders a mail as text. The link has its own line, so that no client adds punctuation to it. */
export function toText(content: MailContent): string {
  const { heading, paragraphs, button, link, note, lists = [], leave } = content;
  const listed = lists.map(({ title, items }) =>
    [title, ...items.map((item) => `${item.text}\n${item.link}`)].join('\n\n'),
  );
  const left = leave ? [`${leave.text}:\n${leave.link}`] : [];
  const parts = [heading, ...paragraphs, ...listed, `${button}:\n${link}`, note, ...left, '— Relato'];
  return `${parts.join('\n\n')}\n`;
}

const toHtmlList = ({
  title,
  items,
}: MailList): string => `<h2 style="margin:24px 0 8px;font-size:16px">${escapeMarkup(title)}</h2>
${items
  .map(
    (item) =>
      `<p style="margin:0 0 12px;font-size:16px;line-height:1.4"><a href="${escapeMarkup(item.link)}" style="color:#AF351C">${escapeMarkup(item.text)}</a></p>`,
  )
  .join('\n')}`;

/** Renders a mail as HTML with inline styles and one table, which all clients support. Loads nothing, so nothing tracks. */
export function toHtml(content: MailContent): string {
  const heading = escapeMarkup(content.heading);
  const link = escapeMarkup(content.link);
  const paragraphs = content.paragraphs
    .map((each) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeMarkup(each)}</p>`)
    .join('\n');
  const lists = (content.lists ?? []).map(toHtmlList).join('\n');
  const { leave } = content;
  const left = leave
    ? `<br><a href="${escapeMarkup(leave.link)}" style="color:#AF351C">${escapeMarkup(leave.text)}</a>`
    : '';
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(content.subject)}</title></head>
<body style="margin:0;padding:0;background:#FBF6EF">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FBF6EF">
<tr><td align="center" style="padding:32px 16px">
<div style="max-width:480px;text-align:left;color:#221A16;font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif">
<p style="margin:0 0 20px;font-family:Fraunces,Georgia,serif;font-size:24px;font-weight:600;color:#CE4023">Relato</p>
<div style="background:#FFFFFF;border:1px solid #E8DDCF;border-radius:22px;padding:28px 24px">
<h1 style="margin:0 0 16px;font-family:Fraunces,Georgia,serif;font-size:26px;line-height:1.2;font-weight:600">${heading}</h1>
${paragraphs}
${lists}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:15px 26px;border-radius:18px;background:#CE4023;color:#FFFFFF;font-size:16px;font-weight:700;text-decoration:none">${escapeMarkup(content.button)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.5;color:#75675C">¿El botón no funciona? Copia este enlace en tu navegador:<br><a href="${link}" style="color:#AF351C;word-break:break-all">${link}</a></p>
</div>
<p style="margin:20px 4px 0;font-size:13px;line-height:1.5;color:#75675C">${escapeMarkup(content.note)}${left}</p>
</div>
</td></tr>
</table>
</body>
</html>
`;
}
