/**
 * Names of members that only our own modules use, such as methods of the parts of the form. The
 * minifier shortens them in the script-tag files and the frame page.
 *
 * A name may be in this list only if nothing outside of one such file uses it: not a page, not the
 * browser, Lit or `graphql-request`, not the service, not a catalogue, and not the other side of
 * isolated mode, which is another file. test/tools/own-names.all.test.ts checks that.
 */
export const OWN_NAMES: readonly string[] = [
  ...['aborts', 'adapt', 'advice', 'announce', 'announcer', 'areDown', 'attempts', 'bringIntoView'],
  ...['choose', 'clearErrors', 'confirmation', 'countOf', 'describedBy', 'expectAnswer', 'fieldOf'],
  ...['focused', 'goTo', 'greet', 'handleActivity', 'handleChange', 'handleClick', 'handleDown'],
  ...['handleDrag', 'handleEdit', 'handleEnd', 'handleFocus', 'handleFull', 'handleGrant'],
  ...['handleKey', 'handleLeave', 'handleLoadStart', 'handleMessage', 'handleMove'],
  ...['handleOutcome', 'handlePointer', 'handlePress', 'handleProgress', 'handleReady'],
  ...['handleRefusal', 'handleRender', 'handleReword', 'handleSlowness', 'handleTimeout'],
  ...['handleUp', 'handleWait', 'hasFailed', 'insertText', 'invalidate', 'isAll', 'isComplete'],
  ...['isEditable', 'isHalfway', 'isHeld', 'isInside', 'isOffline', 'isReady', 'isReadyAtOnce'],
  ...['isRetry', 'isRevealed', 'isReworded', 'isSlow', 'isWrong', 'mayBeSet', 'newPart'],
  ...['onWait', 'pinProblem', 'pressReveal', 'receive'],
  ...['revealed', 'reword', 'sayLater', 'says', 'selectAll', 'setError', 'settle', 'supply'],
  ...['takesFocus'],
];
