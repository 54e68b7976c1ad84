/**
 * Plain-language refusals. Each names what the speaker will not do (help, comply, tell such things), so that a report of
 * something that did not work (`I can't find the file`) is none.
 */
const UNABLE = "(?:can(?:no|')t|can not|won't|will not|(?:am|'m) (?:unable|not able|not allowed|not permitted) to)";
const SUCH = 'that|this|these|those|such|any|instructions|information (?:on|about) how|content|advice|guidance';

export const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `\\bI ?${UNABLE} (?:(?:be able to|really|in good conscience) )?(?:help|assist)(?: you)?(?: (?:with|in|on|by)\\b|[.,;!]|$)`,
    'iu',
  ),
  new RegExp(
    `\\bI ?${UNABLE} (?:comply with|fulfill?|honou?r|accommodate|support|engage (?:in|with)|participate in|take part in|facilitate) (?:${SUCH}|your|the)\\b`,
    'iu',
  ),
  new RegExp(
    `\\bI ?${UNABLE} (?:provide|share|give(?: you)?|create|write|generate|produce|discuss|do|answer) (?:${SUCH})\\b(?! (?:until|unless|before|without))`,
    'iu',
  ),
  /\bI (?:must|have to|need to|will have to|respectfully) (?:respectfully )?(?:decline|refuse)\b/iu,
  /\bI (?:decline|refuse) to (?:help|assist|answer|comply|provide|do|take part|participate)\b/iu,
  /\b(?:goes|is|would be|go) against my (?:guidelines|principles|programming|policies|policy)\b/iu,
  /\bas an? (?:AI|artificial intelligence)(?: (?:language )?(?:model|assistant))?, I (?:can(?:no|')t|am (?:unable|not able)|do not|don't)\b/iu,
];

const CANNOT = '(?:无法|不能|不可以|没有办法|没法|不便|无权|無法|無權|沒辦法)';
const FOR_YOU = '(?:为您|为你|向您|向你|给您|给你|与您|为此)?';

export const CHINESE: readonly RegExp[] = [
  new RegExp(`我?${CANNOT}${FOR_YOU}(?:就此)?(?:协助|帮助|满足|参与|遵从|配合|協助|幫助|滿足|參與)(?!.{0,4}找)`, 'u'),
  new RegExp(
    `我?${CANNOT}${FOR_YOU}(?:提供|回答|生成|讨论|编写|回应|討論|回應).{0,6}(?:这类|此类|这样的|这种|该类|相关的?(?:内容|帮助|建议|服务)|这个问题|该问题|您的(?:请求|问题)|你的(?:请求|问题)|任何(?:帮助|协助|建议))`,
    'u',
  ),
  /我(?:必须|只能|不得不|需要)?(?:拒绝|婉拒|謝絕|谢绝)/u,
  /作为(?:一个|一名|一款)?(?:AI|人工智能|语言模型|智能)(?:语言模型|助手|模型)?[，,]?\s?我?(?:无法|不能|不会|没有能力)/u,
];
