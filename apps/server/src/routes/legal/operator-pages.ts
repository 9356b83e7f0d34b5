import { say, sayIfAny, type LegalDocument, type LegalFacts } from './document.ts';

export const toNotice = ({ operator }: LegalFacts): LegalDocument => ({
  title: 'Aviso legal',
  intro: 'Quién ofrece este servicio y cómo hablar con quien lo lleva.',
  parts: [
    {
      title: 'Quién lo ofrece',
      rows: [
        ['Titular', say(operator, 'name')],
        ['NIF', say(operator, 'taxId')],
        ['Domicilio', say(operator, 'address')],
        ['Correo', say(operator, 'email')],
        ['Teléfono', say(operator, 'phone')],
        ...sayIfAny(operator, 'Inscripción', 'registry'),
      ],
    },
    {
      title: 'Puntos de contacto',
      paragraphs: [
        `Las autoridades, la Comisión Europea y quien use Relato pueden escribir directamente a ${say(operator, 'email')}, como piden los artículos 11 y 12 del Reglamento de Servicios Digitales. Responde una persona. Idiomas: ${operator.languages ?? 'español'}.`,
      ],
    },
    {
      title: 'Qué es este servicio',
      paragraphs: [
        'Relato aloja historias de viva voz que graban y publican sus usuarios. Cada historia es de quien la cuenta, que responde de lo que dice. El titular actúa cuando sabe que algo es ilícito o incumple las normas.',
      ],
    },
  ],
});

export const toContact = ({ operator }: LegalFacts): LegalDocument => ({
  title: 'Contacto',
  intro: 'Escribe con tus palabras: te responde una persona.',
  parts: [
    {
      title: 'Cómo llegar a nosotros',
      rows: [
        ['Correo', say(operator, 'email')],
        ['Teléfono', say(operator, 'phone')],
        ['Dirección postal', say(operator, 'address')],
        ['Idiomas', operator.languages ?? 'español'],
        ...sayIfAny(operator, 'Protección de datos', 'dataOfficer'),
      ],
    },
    {
      title: 'Para avisar de un contenido',
      paragraphs: [
        'Lo más rápido es el botón «Reportar» de cada historia, que no pide cuenta. También puedes escribirnos: dinos el enlace de la historia, qué crees que es ilícito y por qué, y tu nombre y correo para responderte.',
      ],
    },
    {
      title: 'Autoridades',
      paragraphs: [
        `Las órdenes y consultas de autoridades se reciben en ${say(operator, 'email')}, el punto único de contacto.`,
      ],
    },
  ],
});

export const toComplaints = ({ operator }: LegalFacts): LegalDocument => ({
  title: 'Reclamaciones',
  intro: 'Qué puedes hacer si no estás de acuerdo con nosotros.',
  parts: [
    {
      title: 'Sobre una decisión de moderación',
      paragraphs: [
        'Si ocultamos una historia, quitamos un comentario o la explicación de una palabra, o suspendemos una cuenta, su autor recibe el motivo y puede apelar desde ese mismo aviso, gratis. La apelación la decide otra persona del equipo, si la hay. Quien reportó algo también puede escribirnos si no entiende la decisión.',
        'Después puedes acudir a un órgano de resolución extrajudicial de litigios certificado (artículo 21 del Reglamento de Servicios Digitales) o reclamar ante el coordinador de servicios digitales, que en España es la Comisión Nacional de los Mercados y la Competencia (cnmc.es).',
      ],
    },
    {
      title: 'Sobre tus datos',
      paragraphs: [
        `Escribe a ${say(operator, 'email')}. Si la respuesta no te convence, puedes reclamar ante la Agencia Española de Protección de Datos (aepd.es).`,
      ],
    },
    {
      title: 'Sobre el servicio',
      paragraphs: [
        `Envía tu reclamación a ${say(operator, 'email')} o a ${say(operator, 'address')}. Recibirás una respuesta en el plazo de un mes. También puedes acudir a la oficina de consumo de tu municipio y a los tribunales de tu domicilio.`,
      ],
    },
  ],
});

export const toAccessibility = ({ operator }: LegalFacts): LegalDocument => ({
  title: 'Accesibilidad',
  intro: 'Queremos que cualquiera pueda contar y escuchar.',
  parts: [
    {
      title: 'Cómo está hecho',
      paragraphs: [
        'Relato sigue las pautas WCAG 2.2, nivel AA. Se maneja con teclado y con lector de pantalla, respeta el tamaño de letra, el tema oscuro y la preferencia de menos movimiento, y cada historia lleva su texto cuando hay transcripción.',
      ],
    },
    {
      title: 'Lo que aún no llega',
      paragraphs: [
        'Los textos los escribe un programa y pueden tener errores, que su autor y los oyentes pueden corregir. Una historia cuyo texto no se pudo escribir solo se puede oír.',
      ],
    },
    {
      title: 'Si algo te lo impide',
      paragraphs: [
        `Escribe a ${say(operator, 'email')} y cuéntanos qué querías hacer y con qué programa. Te ayudaremos y lo arreglaremos.`,
      ],
    },
  ],
});
