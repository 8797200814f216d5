import { addMessages } from '../messages/languages.js';

/** Japanese, in the polite form. Not yet reviewed by a native speaker. */
export const ja = addMessages('ja', {
  newPin: '新しい暗証番号',
  confirmPin: '新しい暗証番号（確認）',
  hint: '{length}桁の数字（日付や連番は避ける）',
  showPin: '暗証番号を表示',
  showPinName: '暗証番号を表示（両方の欄）',
  hidePin: '暗証番号を隠す',
  hidePinName: '暗証番号を隠す（両方の欄）',
  full: 'すでに{length}桁入力されています。',

  next: '次へ',
  submit: '暗証番号を設定',
  submitting: '設定しています…',
  connecting: '接続しています…',
  waiting: 'セッションを更新しています。暗証番号の再入力は不要です。',
  offline: 'オフラインのようです。接続を確認して、もう一度お試しください。',
  again: '通常より時間がかかっています。再試行しています（最長1分）。',
  cancel: 'キャンセル',
  cancelled: 'キャンセルしました。',
  cancelledUnconfirmed:
    '中止しました。新しい暗証番号が設定されたかどうか確認できません。念のため、もう一度入力してください。',
  tryAgain: '同じ暗証番号で再試行',
  chooseAnother: '別の暗証番号を入力',
  loading: 'フォームを読み込んでいます…',
  notLoaded: 'フォームを読み込めませんでした。もう一度お試しください。',
  reload: 'もう一度試す',

  set: '新しい暗証番号を設定しました。',
  setFor: '末尾{last4}のカードの暗証番号です。',
  setNext: '次回のお支払い・お引き出しからご利用いただけます。',

  newPinProblems: {
    missing: '新しい暗証番号を{length}桁で入力してください。',
    'too-short': '{length}桁すべてを入力してください。',
    'too-long': '{length}桁を超えています。暗証番号だけを入力してください。',
    'not-digits': '数字のみ入力できます。{length}桁で入力してください。',
    repeated: '同じ数字の繰り返しは推測されやすいです。別の番号を入力してください。',
    sequence: '連番は推測されやすいです。別の番号を入力してください。',
    common: '多くの人が使う番号は推測されやすいです。別の番号を入力してください。',
    year: '西暦の年を含む番号は推測されやすいです。別の番号を入力してください。',
  },
  confirmationProblems: {
    missing: '新しい暗証番号をもう一度入力してください。',
    'too-short': '{length}桁すべてを入力してください。',
    'too-long': '{length}桁を超えています。暗証番号だけを入力してください。',
    'not-digits': '数字のみ入力できます。{length}桁で入力してください。',
    mismatch: '暗証番号が一致しません。もう一度入力してください。',
  },
  codes: {
    INVALID_PIN: 'この暗証番号は使用できません。別の暗証番号を入力してください。',
    PIN_TOO_SIMPLE: 'この暗証番号は推測されやすいため使えません。別の暗証番号を入力してください。',
    PIN_PREVIOUSLY_USED: '以前に使用した暗証番号です。別の暗証番号を入力してください。',
    CARD_NOT_ACTIVE: 'このカードはまだ使えません。有効にしてから暗証番号を設定してください。',
    CARD_NOT_FOUND: 'このカードが見つかりません。前の画面に戻り、もう一度カードを選んでください。',
  },
  outcomes: {
    rejected:
      'カード発行会社で受け付けできませんでした。別の暗証番号を試すか、カード発行会社にお問い合わせください。',
    denied: 'このカードの暗証番号を設定するには、カード発行会社にお問い合わせください。',
    'token-expired':
      'セッションの有効期限が切れました。暗証番号を設定するには、もう一度ログインしてください。',
    'token-unavailable': '当方のシステムで問題が発生しました。数分後にもう一度お試しください。',
    'rate-limited': 'アクセスが集中しました。1分後にもう一度お試しください。',
    unavailable: 'オフラインのようです。接続を確認して、もう一度お試しください。',
    unconfirmed:
      '新しい暗証番号が設定されたかどうか確認できません。同じ暗証番号で再試行するか、カード発行会社にお問い合わせください。',
    misconfigured: 'このページに問題があります。カード発行会社にお問い合わせください。',
  },
  rateLimitedLonger: 'アクセスが集中しました。しばらくしてからもう一度お試しください。',
  interrupted: '入力が中断されました。暗証番号をもう一度入力してください。',
  quote: 'お問い合わせ番号：{requestId}',
});
