/** The text of a style sheet, which the build shortens. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
