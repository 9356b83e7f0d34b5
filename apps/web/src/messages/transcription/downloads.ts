/** The texts of the sheet that offers a transcript as a file. They load with it. */
export const downloadsText = {
  title: 'Descargar el texto',
  text: 'El texto solo, o como subtítulos que siguen a la voz.',
  textAlone: 'No sabemos en qué segundo suena cada palabra, así que no hay subtítulos.',
  formats: { txt: 'Texto (.txt)', srt: 'Subtítulos (.srt)', vtt: 'Subtítulos web (.vtt)' },
} as const;
