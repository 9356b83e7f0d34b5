import { limits } from '@relato/contract';
import { say, type LegalDocument, type LegalFacts } from './document.ts';

const minutes = limits.recording.maxDurationMs / 60_000;

export const toTerms = ({ operator }: LegalFacts): LegalDocument => ({
  title: 'Condiciones de uso',
  intro: 'Lo que te ofrecemos y lo que te pedimos, en pocas palabras.',
  parts: [
    {
      title: 'Qué es Relato',
      paragraphs: [
        `Un lugar para contar historias de hasta ${minutes} minutos con tu voz y para escuchar las de otros. Lo ofrece ${say(operator, 'name')}. Es gratuito y no lleva publicidad.`,
      ],
    },
    {
      title: 'Quién puede tener una cuenta',
      paragraphs: [
        `Quien tenga ${operator.minimumAge} años o más. Al crearla lo confirmas. Escuchar no necesita cuenta. Guarda tu contraseña para ti: respondes de lo que se hace con tu cuenta.`,
      ],
    },
    {
      title: 'Lo que cuentas es tuyo',
      paragraphs: [
        'Conservas todos los derechos sobre tus grabaciones y textos. Nos das permiso, gratuito y no exclusivo, para guardarlos, adaptar su formato, transcribirlos y hacerlos oír a quien tú elijas. El permiso acaba cuando los eliminas.',
        'Lo que publicas lo puede escuchar y compartir cualquiera, también como pódcast o insertado en otra página, hasta que lo despubliques. No podemos recuperar las copias que otros hayan hecho mientras era público.',
      ],
    },
    {
      title: 'La voz de otras personas',
      paragraphs: [
        'La voz es un dato personal. Si en tu grabación se oye o se puede reconocer a otra persona, necesitas su permiso antes de publicarla. La primera vez que publicas te lo preguntamos.',
      ],
    },
    {
      title: 'Lo que no cabe aquí',
      paragraphs: [
        'Está en las normas, al pie de esta página. No publiques nada ilícito, ni lo que vulnere derechos de otros.',
      ],
    },
    {
      title: 'Cómo moderamos',
      paragraphs: [
        'Cualquiera puede reportar una historia. Una persona la escucha y decide si cumple las normas: puede dejarla, ocultarla, quitar un comentario o la explicación de una palabra, o suspender una cuenta. Ninguna de esas decisiones la toma un programa. Quien publicó recibe el motivo y puede apelar; decide otra persona, si la hay en el equipo.',
        'Suspendemos a quien publica con frecuencia contenido manifiestamente ilícito.',
      ],
    },
    {
      title: 'En qué orden salen las historias',
      paragraphs: [
        'La comunidad se ordena por votos y, a igualdad, por fecha. «Para ti» se fija en a quién y qué temas sigues, por qué has votado y, si dejas que lo recordemos, qué has escuchado; también hace sitio a voces nuevas. Puedes apartar historias, personas y temas, y elegir otro orden cuando quieras.',
      ],
    },
    {
      title: 'Si algo falla',
      paragraphs: [
        'Cuidamos de que Relato funcione, pero puede detenerse por averías o mantenimiento. Descarga lo que no quieras perder: está en los ajustes de tu perfil. Nada de esto limita los derechos que la ley te da como consumidor.',
      ],
    },
    {
      title: 'Cuándo termina',
      paragraphs: [
        'Puedes eliminar tu cuenta cuando quieras, en los ajustes. Si cerramos el servicio, avisaremos con tiempo para que descargues lo tuyo.',
      ],
    },
    {
      title: 'Cambios y ley aplicable',
      paragraphs: [
        'Si estas condiciones cambian en algo importante, lo diremos en Relato antes de que valga. Rige la ley española, y puedes acudir a los tribunales de tu domicilio.',
      ],
    },
  ],
});
