import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** Simplified Chinese, with 您. No native speaker has reviewed it yet. */
export const zhHans: Catalogue = {
  newPin: '新的银行卡密码',
  confirmPin: '确认新密码',
  hint: '{length} 位数字。请避免使用日期和连续数字。',
  showPin: '显示密码',
  showPinName: '显示密码（两个输入框）',
  hidePin: '隐藏密码',
  hidePinName: '隐藏密码（两个输入框）',
  full: '您已输入全部 {length} 位数字。',

  next: '继续',
  submit: '设置密码',
  submitting: '正在设置密码…',
  connecting: '正在连接…',
  waiting: '正在更新您的登录状态。您无需重新输入密码。',
  offline: '网络似乎已断开。请检查网络后重试。',
  again: '所需时间比平时长。正在重试，可能需要一分钟。',
  cancel: '取消',
  cancelled: '已取消。',
  cancelledUnconfirmed: '已停止。无法确定新密码是否已设置。为确保无误，请再输入一次。',
  tryAgain: '用同一个密码重试',
  chooseAnother: '换一个密码',
  loading: '正在加载表单…',
  notLoaded: '表单未能加载。请重试。',
  reload: '重试',

  set: '新密码已设置。',
  setFor: '适用于尾号 {last4} 的卡。',
  setNext: '下次付款或取款时请使用新密码。',

  newPinProblems: {
    missing: '请输入 {length} 位数字作为新密码。',
    'too-short': '请输入全部 {length} 位数字。',
    'too-long': '密码必须为 {length} 位数字。请只输入密码。',
    'not-digits': '密码只能是数字。请输入 {length} 位数字。',
    repeated: '重复同一个数字容易被猜到。请换一个密码。',
    sequence: '连续数字容易被猜到。请换一个密码。',
    common: '很多人使用这个密码。请换一个密码。',
    year: '含有年份的密码容易被猜到。请换一个密码。',
  },
  confirmationProblems: {
    missing: '请再输入一次新密码。',
    'too-short': '请输入全部 {length} 位数字。',
    'too-long': '密码必须为 {length} 位数字。请只输入密码。',
    'not-digits': '密码只能是数字。请输入 {length} 位数字。',
    mismatch: '两次输入的密码不一致。请再输入一次相同的密码。',
  },
  codes: {
    INVALID_PIN: '该密码不可用。请换一个密码。',
    PIN_TOO_SIMPLE: '该密码太容易被猜到。请换一个密码。',
    PIN_PREVIOUSLY_USED: '您以前用过该密码。请换一个密码。',
    CARD_NOT_ACTIVE: '这张卡尚未激活。请先激活，再设置密码。',
    CARD_NOT_FOUND: '找不到这张卡。请返回并重新选择。',
  },
  outcomes: {
    rejected: '发卡机构未接受此次设置。请换一个密码，或联系发卡机构。',
    denied: '请联系发卡机构设置这张卡的密码。',
    'token-expired': '您的登录已过期。请重新登录后设置密码。',
    'token-unavailable': '我们的系统出现问题。请几分钟后重试。',
    'rate-limited': '请求过多。请一分钟后重试。',
    unavailable: '网络似乎已断开。请检查网络后重试。',
    unconfirmed: '无法确定新密码是否已设置。请用同一个密码重试，或联系发卡机构。',
    misconfigured: '这个页面出现问题。请联系发卡机构。',
  },
  rateLimitedLonger: '请求过多。请稍后重试。',
  interrupted: '输入被中断。请重新输入密码。',
  quote: '查询编号：{requestId}',
};

addMessages('zh-Hans', zhHans);
