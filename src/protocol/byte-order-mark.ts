/** The text without the byte order mark that Windows editors begin a file with. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
