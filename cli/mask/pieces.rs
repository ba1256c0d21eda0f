//! Texts as the pieces of words that a vocabulary has.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::{Model, ModelWrapper, Tokenizer};

/// A vocabulary with its special tokens.
pub struct Pieces {
    tokenizer: Tokenizer,
    /// Before the text.
    pub first: u32,
    /// After it.
    pub last: u32,
    /// In the place of what is predicted.
    pub mask: u32,
    /// Tokens that may stand in its place, too: all but the special ones.
    pub ordinary: Vec<u32>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its number in the vocabulary.
    pub id: u32,
    /// Where it is in the text, in bytes.
    pub span: Range<usize>,
    /// The word it belongs to.
    pub word: u32,
}

impl Pieces {
    /// Reads a vocabulary.
    ///
    /// # Errors
    /// When it cannot be read, is no WordPiece, or lacks `[CLS]`, `[SEP]` or `[MASK]`.
    pub fn open(path: &Path, cased: bool) -> Result<Self> {
        let read = |error: tokenizers::Error| anyhow!("cannot read {}: {error}", path.display());
        let mut tokenizer = if path.extension().is_some_and(|e| e == "json") {
            let tokenizer = Tokenizer::from_file(path).map_err(read)?;
            if !matches!(tokenizer.get_model(), ModelWrapper::WordPiece(_)) {
                bail!("{}: its model is not WordPiece", path.display());
            }
            tokenizer
        } else {
            let name = path
                .to_str()
                .with_context(|| format!("{}: not UTF-8", path.display()))?;
            let model = WordPiece::from_file(name).unk_token("[UNK]".to_owned());
            let mut tokenizer = Tokenizer::new(model.build().map_err(read)?);
            tokenizer.with_normalizer(Some(BertNormalizer::new(true, true, None, !cased)));
            tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
            tokenizer
        };
        // Texts are cut by the caller, who counts the special tokens.
        tokenizer.with_truncation(None).map_err(read)?;
        tokenizer.with_padding(None);
        let special = |name: &str| {
            let id = tokenizer.token_to_id(name);
            id.with_context(|| format!("{}: there is no token {name}", path.display()))
        };
        let (first, last, mask) = (special("[CLS]")?, special("[SEP]")?, special("[MASK]")?);
        let mut ordinary: Vec<u32> = tokenizer
            .get_vocab(true)
            .into_iter()
            .filter(|(token, _)| {
                !(token.starts_with('[') && token.ends_with(']') && token.len() > 2)
            })
            .map(|(_, id)| id)
            .collect();
        ordinary.sort_unstable();
        Ok(Self {
            tokenizer,
            first,
            last,
            mask,
            ordinary,
        })
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokenizer.get_model().get_vocab_size() == 0
    }

    /// The token of a piece.
    pub fn token(&self, id: u32) -> Option<String> {
        self.tokenizer.id_to_token(id)
    }

    /// The pieces of a text.
    ///
    /// # Errors
    /// As the tokenizer reports them.
    pub fn of(&self, text: &str) -> Result<Vec<Piece>> {
        let encoding = self
            .tokenizer
            .encode(text, false)
            .map_err(|error| anyhow!("{error}"))?;
        let spans = encoding.get_offsets().iter();
        let pieces = encoding
            .get_ids()
            .iter()
            .zip(spans)
            .zip(encoding.get_word_ids());
        let piece = |((&id, &(start, end)), word): ((&u32, &(usize, usize)), &Option<u32>)| Piece {
            id,
            span: start..end,
            word: word.unwrap_or(u32::MAX),
        };
        Ok(pieces.map(piece).collect())
    }
}
