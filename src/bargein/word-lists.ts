/**
 * Phrases that claim the floor even alone, and phrases that never do, in every language. Written by hand: from what people say
 * over an agent in the labelled English calls of training/bargein, and the like in the other languages. A phrase in neither
 * list is judged by the classifier.
 */
import type { Language } from '../protocol/languages.js';

interface WordLists {
  /** Phrases apart by commas, as the recogniser writes them, without capitals and punctuation. */
  readonly claims: string;
  readonly backchannels: string;
}

/** Backchannel sounds of any language. */
export const BACKCHANNEL_SOUNDS =
  'mm, mhm, mm hm, mm hmm, hm, hmm, hum, uh huh, uh hum, aha, ah, oh, eh, um, uh, ok, okay';

export const WORD_LISTS: Readonly<Record<Language, WordLists>> = {
  en: {
    claims: `stop, no, nope, wait, hold on, hang on, hello, hey, hi, excuse me, sorry, pardon, pardon me, but, actually, what,
      listen, back, go back, off, cancel, repeat, say that again, help, operator, never mind, one moment, one second, one sec,
      just a second, just a moment, let me, quiet, shut up, enough`,
    backchannels: `yeah, yep, yup, yes, right, all right, alright, sure, sure thing, i see, got it, gotcha, great, good, very good,
      perfect, cool, nice, very nice, wow, really, exactly, goodness, true, indeed, absolutely, definitely, totally, of course,
      thank you, thank you very much, thank you so much, thanks, thanks a lot, makes sense, make sense, that makes sense,
      sounds good, sound good, that sounds good, sounds great, no problem, no worries, fair enough, i know, i understand,
      understood, correct, that's right, that's fine, fine, lovely, excellent, awesome, wonderful, good to know, no way,
      you know, interesting, that's interesting, that's great, that sounds great, that's good, that's true, amazing, fantastic,
      brilliant, agreed, i agree, good point, good idea, that works, no kidding`,
  },
  de: {
    claims: `nein, stopp, stop, halt, moment, einen moment, moment mal, warte, warten sie, hallo, entschuldigung, aber, was,
      wie bitte, hören sie, zurück, abbrechen, hilfe`,
    backchannels: `ja, jaja, jep, jawohl, ach, ach so, gut, sehr gut, alles klar, klar, genau, richtig, stimmt, verstehe, ich verstehe,
      verstanden, danke, danke schön, vielen dank, in ordnung, super, perfekt, kein problem, natürlich, klingt gut,
      das ergibt sinn, macht sinn, schön, toll, prima`,
  },
  fr: {
    claims: `non, stop, arrête, arrêtez, attends, attendez, un instant, un moment, une seconde, allô, allo, bonjour, pardon,
      excusez moi, excuse moi, mais, quoi, comment, écoutez, annulez, à l'aide`,
    backchannels: `oui, ouais, d'accord, très bien, bien, bien sûr, je vois, je comprends, compris, merci, merci beaucoup, exactement,
      tout à fait, voilà, parfait, super, pas de problème, pas de souci, ça marche, entendu, en effet, c'est ça, c'est vrai, bon`,
  },
  es: {
    claims: `no, para, pare, alto, basta, espera, espere, un momento, un segundo, oiga, oye, hola, aló, perdón, perdona, perdone,
      disculpa, disculpe, pero, qué, cómo, cancela, cancelar, ayuda`,
    backchannels: `sí, ya, ajá, vale, claro, claro que sí, bueno, bien, muy bien, de acuerdo, perfecto, entiendo, entendido, gracias,
      muchas gracias, exacto, exactamente, eso, eso es, no hay problema, tiene sentido, suena bien, por supuesto, genial,
      cierto, correcto, así es`,
  },
  it: {
    claims: `no, ferma, fermati, fermo, basta, aspetta, aspetti, un momento, un attimo, pronto, ciao, scusa, scusi, mi scusi, ma, cosa,
      come, senta, annulla, aiuto`,
    backchannels: `sì, va bene, certo, bene, molto bene, capisco, capito, ho capito, grazie, grazie mille, esatto, esattamente,
      giusto, perfetto, d'accordo, già, non c'è problema, nessun problema, ha senso, ottimo, chiaro`,
  },
  pt: {
    claims: `não, pare, para, espere, espera, um momento, um segundo, alô, olá, oi, desculpe, desculpa, com licença, mas, o quê, como,
      cancela, ajuda`,
    backchannels: `sim, é, aham, tá, tá bom, tá bem, está bem, certo, claro, bom, muito bem, entendi, entendo, obrigado, obrigada,
      muito obrigado, muito obrigada, exato, exatamente, isso, perfeito, legal, sem problema, não tem problema, faz sentido,
      de acordo, pois, pois é`,
  },
  nl: {
    claims: `nee, stop, wacht, wacht even, even wachten, moment, momentje, hallo, sorry, pardon, maar, wat, luister, annuleer, help`,
    backchannels: `ja, jaja, oké, goed, heel goed, prima, klopt, precies, inderdaad, begrepen, ik begrijp het, snap ik, dank je, dank u,
      bedankt, dank je wel, dank u wel, geen probleem, natuurlijk, duidelijk, mooi, perfect, klinkt goed`,
  },
  tr: {
    claims: `hayır, dur, durun, bekle, bekleyin, bir dakika, bir saniye, alo, merhaba, pardon, affedersiniz, özür dilerim, ama, ne,
      nasıl, iptal, yardım`,
    backchannels: `evet, hı hı, hıhı, tamam, peki, olur, iyi, çok iyi, güzel, anladım, anlıyorum, teşekkürler, teşekkür ederim,
      sağ olun, aynen, doğru, tabii, elbette, sorun değil, mantıklı, harika`,
  },
  id: {
    claims: `tidak, bukan, enggak, berhenti, stop, tunggu, sebentar, tunggu sebentar, halo, maaf, permisi, tapi, apa, bagaimana, batal,
      tolong`,
    backchannels: `ya, iya, he eh, oke, baik, baiklah, bagus, benar, betul, mengerti, saya mengerti, paham, terima kasih, makasih, tentu,
      tentu saja, tidak apa apa, tidak masalah, masuk akal, sip`,
  },
  hi: {
    claims: `नहीं, ना, रुको, रुकिए, ठहरो, ठहरिए, एक मिनट, हेलो, हैलो, सुनो, सुनिए, माफ़ कीजिए, लेकिन, पर, क्या, बंद करो, मदद`,
    backchannels: `हाँ, हां, जी, जी हाँ, जी हां, हम्म, हूँ, अच्छा, ठीक, ठीक है, सही, सही है, समझ गया, समझ गई, धन्यवाद, शुक्रिया, बिल्कुल,
      कोई बात नहीं, ओके, वाह`,
  },
  ar: {
    claims: `لا, توقف, قف, انتظر, لحظة, لحظة واحدة, ألو, مرحبا, عفوا, لكن, ماذا, كيف, اسمع, إلغاء, مساعدة`,
    backchannels: `نعم, أجل, آه, همم, حسنا, تمام, طيب, صحيح, بالضبط, فهمت, مفهوم, شكرا, شكرا لك, شكرا جزيلا, ممتاز, جيد, طبعا,
      لا مشكلة, لا بأس, أوكي`,
  },
  zh: {
    claims: `不, 不是, 不要, 不对, 停, 停一下, 等等, 等一下, 等一等, 喂, 你好, 对不起, 不好意思, 但是, 可是, 什么, 怎么, 取消, 帮我`,
    backchannels: `嗯, 嗯嗯, 对, 是, 是的, 好, 好的, 好吧, 行, 可以, 明白, 明白了, 知道了, 了解, 谢谢, 没问题, 没错, 当然, 哦, 啊, 噢, 有道理, 不错`,
  },
  ja: {
    claims: `いいえ, いや, 違う, 違います, 止めて, 止まって, やめて, ストップ, 待って, ちょっと待って, もしもし, すみません, ごめんなさい, でも, 何,
      キャンセル, 助けて`,
    backchannels: `はい, うん, ええ, そう, そうです, そうですね, そうですか, なるほど, 分かりました, わかりました, 了解, 了解です, ありがとう,
      ありがとうございます, オーケー, いいですね, もちろん, 確かに, へえ, ああ, 大丈夫, 大丈夫です`,
  },
  ko: {
    claims: `아니, 아니요, 아뇨, 잠깐, 잠깐만요, 잠시만요, 그만, 멈춰, 기다려, 기다려요, 여보세요, 안녕하세요, 저기요, 죄송한데, 근데, 하지만, 뭐,
      뭐라고요, 취소, 도와주세요`,
    backchannels: `네, 예, 응, 음, 그래요, 그렇죠, 맞아요, 알겠습니다, 알겠어요, 좋아요, 감사합니다, 고마워요, 그렇군요, 아, 오, 문제없어요, 괜찮아요,
      오케이`,
  },
};

/**
 * Words that turn a phrase into its opposite, so that "that's not right" is not taken for a misread "that's right". Those that claim
 * even alone are not repeated here.
 */
export const NEGATIONS: Readonly<Record<Language, string>> = {
  en: `not, never, isn't, don't, doesn't, didn't, wasn't, can't, cannot, won't, aren't`,
  de: 'nicht, nichts, kein, keine, nie',
  fr: 'ne, pas, rien, jamais',
  es: 'nada, nunca, tampoco',
  it: 'non, niente, mai',
  pt: 'nada, nunca',
  nl: 'niet, niets, geen, nooit',
  tr: 'değil, yok',
  id: 'belum, jangan',
  hi: 'मत',
  ar: 'ليس, ليست',
  zh: '没',
  ja: 'ない, ません',
  ko: '안, 못',
};
